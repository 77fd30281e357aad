/** Characters of a line. */
export const limit = 130;

/** The lines of a file that are too long, as sentences. */
export function longLines(name: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const length = Array.from(line).length;
    return length > limit ? [`${name}:${index + 1} has ${length} characters: break it at ${limit}`] : [];
  });
}
