/** Classes that everything may style within its own: what `src/ui` and the app's shell have, antd's, and the strands'. */
const foreign = /^(?:ant-|strand-)/;

/** The class names in the selectors of a style sheet, without those in comments and declarations. */
export function classesIn(sheet: string): Set<string> {
  const selectors = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].flatMap(([, name]) => name ?? []));
}

/** Classes that a feature's sheet styles and that are neither its own nor shared. */
export function foreignClasses(feature: string, sheet: string, shared: ReadonlySet<string>): string[] {
  return [...classesIn(sheet)].filter(
    (name) => name !== feature && !name.startsWith(`${feature}-`) && !shared.has(name) && !foreign.test(name),
  );
}
