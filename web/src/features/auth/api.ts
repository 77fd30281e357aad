import { api } from '@/api/endpoints';

export const { useSignInMutation, useSignUpMutation, useConfirmMutation, useResendConfirmationMutation, useSettingsQuery } = api;
