import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { headOrder } from './scripts/head-order.ts';
import { precompress } from './scripts/precompress.ts';
import { problemsOfAreas } from './scripts/problems.ts';
import { screensModule } from './scripts/screens.ts';
import { themeCss } from './scripts/theme-css.ts';

/** Where `npm run dev` finds the Callup server. */
const server = process.env.CALLUP_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** The entry, and what brings code along that few pages need: cards, gifts, members' menu, forms, antd, lists, typed amounts. */
const notShared = [
  'useShiftTime',
  'main',
  'NotFoundPage',
  'CampaignCard',
  'CampaignCardsSkeleton',
  'giftDraft',
  'AccountMenu',
  'RequireMember',
  'MemberIcon',
  'useSignOut',
  'useProfileChoices',
  'Form',
  'AntdTheme',
  'useFormCommand',
  'Rows',
  'ReasonDialog',
  'ReportDialog',
  'useLiveList',
  'liveList',
  'ListTail',
  'optimistic',
  'figures',
  'FigureField',
  'useFigures',
  'sendsByEnter',
  'HeaderTools',
  'MemberTools',
  'useSettled',
  'useWish',
  'later',
  'useRefusedToast',
  'useInteractions',
  'useKeptKeys',
  'keptKeys',
  'draftsAbout',
  'Switch',
  'LeaveShift',
  'saveFile',
  'table',
  'Crop',
  'ShareButton',
  'share',
  'SquarePicture',
  'memberTexts',
  'upload',
];

/** The files of these packages. */
function modules(...names: string[]): RegExp {
  return new RegExp(`/node_modules/(${names.join('|')})/`);
}

export default defineConfig({
  plugins: [react(), themeCss(), screensModule(), problemsOfAreas(), headOrder(), precompress()],
  resolve: {
    alias: { '@': path.resolve(import.meta.dirname, 'src') },
  },
  build: {
    manifest: true,
    target: 'baseline-widely-available',
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // What pages share in one file: on a slow line a request costs more than its bytes.
          groups: [
            // Run one after the other by app/main.ts.
            { name: 'react', test: /vite\/preload-helper|\/node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'store',
              test: modules(
                '@reduxjs',
                '@standard-schema',
                'immer',
                'redux',
                'redux-thunk',
                'reselect',
                'react-redux',
                'use-sync-external-store',
              ),
            },
            {
              name: 'vendor',
              test: modules('react-router', 'i18next', 'react-i18next', 'html-parse-stringify', 'void-elements'),
            },
            // What sends commands: no page that is only read needs it.
            { name: 'commands', test: /\/src\/parts\/(useCommand|FailureNotice)\.tsx?$/ },
            // What sends files: the names of the app's files are in what every page loads.
            { name: 'upload', test: /\/src\/(api\/upload|parts\/SquarePicture)\.tsx?$/ },
            // What is reported and who is blocked, and the dialog in which the first is.
            { name: 'reports', test: /\/src\/(api\/generated\/(reports|blocks)|parts\/(ReportDialog|blocking))\.tsx?$/ },
            // What both screens of pages need.
            { name: 'pages', test: /\/src\/(api\/generated\/pages|features\/my\/pages\/(PageForm|Facts|FollowButton))\.tsx?$/ },
            // The cards of campaigns, which lists of them have.
            { name: 'cards', test: /\/src\/parts\/CampaignCard(sSkeleton)?\.tsx$/ },
            // The frame of every page asks these two areas.
            {
              name: 'shared',
              test: new RegExp(
                [
                  'virtual:screens',
                  String.raw`/src/api/generated/(platform|members)\.ts$`,
                  String.raw`/src/(api|app|i18n|parts|ui)/(?!(${notShared.join('|')})\.)[\w.]+\.tsx?$`,
                ].join('|'),
              ),
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/pay': { target: server },
      '/dev/outbox': { target: server },
    },
  },
});
