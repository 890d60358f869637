/**
 * Leaves out headings as reStructuredText underlines them, with their lines: what stands right below one is no part of its sentence
 * ("… will error on bad data", "--------", "In future numpy releases, …", numpy bf6809a6).
 */
export const withoutUnderlined = (lines: readonly string[]): readonly string[] =>
  lines.filter((line, at) => !underline.test(line) && !(line.trim() !== '' && underline.test(lines[at + 1] ?? '')))

const underline = /^([-=~^"'*+#])\1{3,}\s*$/
