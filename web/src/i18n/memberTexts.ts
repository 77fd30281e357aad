/** Where the texts are that only members see: no page that anyone reads loads this list. */
export const memberTexts = import.meta.glob<unknown>('../{app/{frame,identity,settings},features/{admin,my}}/**/texts.*.json', {
  import: 'default',
});
