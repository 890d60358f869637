/** Entries that hold everything that an entry may hold, and some of what it may not; made up. */
export const nastyEntries: ReadonlyMap<string, string> = new Map([
  [
    'shop/basket/timeout.md',
    `---
title: "Baskets: how long they live"
tags: [basket, Basket,  time-out]
keywords: [basketTtl, BASKET_TTL, closeBasket, 'it''s']
related: [shop/goods/sort.md, shop/gone/away.md, nowhere]
importance: 63.5
recency: 0.5
maturity: validated
accessCount: 7
updateCount: 2
owner:
  - team: shop # do not ask
createdAt: 2026-01-01T00:00:00Z
updatedAt: 2026-02-01T00:00:00Z
status: active
approvedAt: 2026-01-15T00:00:00Z
---

Loose words before any section.

## Relations
@shop/goods/sort.md — both are shown on one page
@shop/gone — a topic that is not there
- not a relation

## Raw Concept
**Task:** Close baskets that nobody needs
**Changes:**
- Baskets close after an hour
- Baskets close after an hour (aaaaaaaa)
**Files:**
- src/basket.ts
- src/clock.ts
**Flow:** open → fill → close
**Patterns:**
- \`/basket_\\d+/i\` - names of baskets
**Timestamp:** 2026-02-01T00:00:00Z
**Author:** Ada Example
**Ticket:** SHOP-12
**Sources:**
- ${'a'.repeat(40)} Close baskets after an hour
- ${'b'.repeat(40)} Tell customers before

## Narrative
### Structure
3 commits from 2026-01 to 2026-02, most by Ada Example (2).
The clock is asked once a minute.
### Rules
- Baskets must never be closed during payment. (aaaaaaaa)
- Always tell customers before a basket is closed.
### Highlights
First line.
Second line.
### Warnings
Mind the gap.
### Examples
\`\`\`ts
closeBasket(basket)
\`\`\`

## Snippets
\`\`\`sql
## Facts
delete from baskets
\`\`\`

## Facts
- **basketTtl** = \`60\`: minutes; was \`30\` before [project] (aaaaaaaa)
- **basketTtl** = \`45\`: as another branch had it
- **Close baskets after an hour**: Support had calls about baskets that filled the disk. {decision · 2026-01-20 · #12 · since 2.0.0 · pinned by 2 tests in basket.test.ts · partly · superseded by bbbbbbbb · replaces cccccccc} [project] (aaaaaaaa, bbbbbbbb)
- **tick\`s** = \`\`a \`b\` c\`\`: odd \`spelling\` [nonsense] (12345678)
- A plain statement with (brackets) at its end (aaaaaaaa)
- **bold without an end
  goes on in the next line
See also the paper.

## Reason
Ada wrote this by hand.
And a second line.
`,
  ],
  [
    'shop/goods/sort.md',
    `---
title: Sort goods by price
tags: [goods]
createdAt: 2026-01-05T00:00:00Z
updatedAt: 2026-01-05T00:00:00Z
status: superseded
supersededBy: shop/basket/timeout.md
---

## Raw Concept
**Files:**
- src/sort.ts
**Sources:**
- ${'c'.repeat(40)} Sort goods by price

## Narrative
### Rules
- Never sort goods by name.
- Always sort goods by name.

## Facts
- **Sort goods by price**: Customers asked for the cheapest first. {fix · 2026-01-05 · past · superseded by aaaaaaaa} (cccccccc)

## Reason
Learned from cccccccc: Sort goods by price
`,
  ],
  [
    'shop/mail/queue/retry.md',
    `---
title: Retry mails
importance: 90
maturity: core
createdAt: 2025-11-05T00:00:00Z
updatedAt: 2026-02-20T00:00:00Z
---

## Raw Concept
**Files:**
- src/mail.ts
**Sources:**
- ${'d'.repeat(40)} Retry mails

## Narrative
### Rules
- Mails are sent at most three times. (dddddddd)

## Facts
- **mailTries** = \`3\` (dddddddd)

## Reason
Learned from dddddddd: Retry mails
`,
  ],
  [
    'shop/context.md',
    `# Domain: shop

## Purpose
All that customers see.

## Scope
Included in this domain:
- basket
- goods

Excluded from this domain:
- mail (see office)

## Ownership
- Ada Example: 3 commits, last 2026-02

## Usage
Read this before changing what others use of:
- \`src/basket.ts\`: \`closeBasket\`
- a line that somebody wrote
`,
  ],
  [
    'shop/basket/context.md',
    `# Topic: basket

## Overview
What is known about basket in shop: \`src/basket.ts\`.

## Key Concepts
- basketTtl

## Related Topics
- shop/goods
`,
  ],
  ['shop/goods/broken.md', '---\ntitle: [unclosed\n---\n\n## Facts\n- lost\n'],
  ['shop/goods/bare.md', '# A heading is a title\n\nWords without any section.\n\n```js\n## Facts\n'],
  ['notes.txt', 'Not an entry.\n'],
])
