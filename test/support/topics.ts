/** A message that teaches of a topic that it must be kept apart. */
export const keptApart = (topic: string): string =>
  `feat(${topic}): keep ${topic} apart\n\nThe ${topic} must never meet the others because they would quarrel.`

/** A message that teaches of a topic that it must not be shared. */
export const neverShared = (topic: string): string =>
  `feat(${topic}): change ${topic}\n\nThe ${topic} must never be shared because two users would see each other.`
