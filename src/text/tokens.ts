/** Estimates tokens as FORMATS defines them: four characters (UTF-16 units) are one token, rounded up. */
export const countTokens = (text: string): number => Math.ceil(text.length / 4)
