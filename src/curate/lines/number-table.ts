/** How many parts a table has: while one of them grows, its numbers stand in memory twice, and those of no other. */
const parts = 64

/** Bits that a part does not place its keys by. */
const partOf = (hash: number): number => (hash >>> 8) & (parts - 1)

/** Numbers above 0, each by a whole number of at most 53 bits: what a Map holds, in a fifth of its room. */
export class NumberTable {
  readonly #parts: (Part | undefined)[] = []
  readonly #kind: 'whole' | 'small'

  /** 'small' numbers are at most 255. */
  constructor(kind: 'whole' | 'small' = 'whole') {
    this.#kind = kind
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0
  }

  /** 0 where there is none. */
  get(key: number): number {
    const hash = hashOf(key)
    return this.#parts[partOf(hash)]?.get(key, hash) ?? 0
  }

  set(key: number, value: number): void {
    const hash = hashOf(key)
    const part = (this.#parts[partOf(hash)] ??= new Part(this.#kind))
    part.set(key, value, hash)
  }

  delete(key: number): void {
    const hash = hashOf(key)
    this.#parts[partOf(hash)]?.delete(key, hash)
  }
}

const hashOf = (key: number): number => Math.imul((key / 0x200000) ^ key, 0x9e3779b1) >>> 0

/** A part of a table, by open addressing: a key stands where its hash says, or in the first free slot after that. */
class Part {
  readonly #kind: 'whole' | 'small'
  #keys = new Float64Array(16)
  #values: Int32Array | Uint8Array
  #size = 0

  constructor(kind: 'whole' | 'small') {
    this.#kind = kind
    this.#values = valuesFor(kind, this.#keys.length)
  }

  get(key: number, hash: number): number {
    return this.#values[this.#slotOf(key, hash)] ?? 0
  }

  set(key: number, value: number, hash: number): void {
    if (this.#size * 4 > this.#keys.length * 3) this.#grow()
    const at = this.#slotOf(key, hash)
    if (this.#values[at] === 0) this.#size++
    this.#write(at, key, value)
  }

  delete(key: number, hash: number): void {
    let free = this.#slotOf(key, hash)
    if (this.#values[free] === 0) return
    this.#size--
    const mask = this.#keys.length - 1
    // What stands further on because of what goes moves back, or it would not be found any more.
    for (let at = (free + 1) & mask; this.#values[at] !== 0; at = (at + 1) & mask) {
      const later = this.#keys[at] ?? 0
      if (((at - this.#homeOf(hashOf(later))) & mask) < ((at - free) & mask)) continue
      this.#write(free, later, this.#values[at] ?? 0)
      free = at
    }
    this.#values[free] = 0
  }

  /** Where a key stands, or the free slot where it would. */
  #slotOf(key: number, hash: number): number {
    const mask = this.#keys.length - 1
    let at = this.#homeOf(hash)
    while (this.#values[at] !== 0 && this.#keys[at] !== key) at = (at + 1) & mask
    return at
  }

  #homeOf(hash: number): number {
    return hash >>> Math.clz32(this.#keys.length - 1)
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#keys = new Float64Array(keys.length * 2)
    this.#values = valuesFor(this.#kind, keys.length * 2)
    for (let at = 0; at < keys.length; at++) {
      const [key = 0, value = 0] = [keys[at], values[at]]
      if (value !== 0) this.#write(this.#slotOf(key, hashOf(key)), key, value)
    }
  }

  #write(at: number, key: number, value: number): void {
    this.#keys[at] = key
    this.#values[at] = value
  }
}

const valuesFor = (kind: 'whole' | 'small', length: number): Int32Array | Uint8Array =>
  kind === 'small' ? new Uint8Array(length) : new Int32Array(length)
