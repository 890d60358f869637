import { NodeOfAnyTime, type NodeOptions } from '../brain/goals/library/node.ts'
import { TreeOfAnyTime, type TreeOptions } from '../brain/goals/library/tree.ts'

const clock = (): Date => new Date()

/** The tree of goals, for whoever has no clock of his own: goals are made and finished when it says so. */
export class ContextTree extends TreeOfAnyTime {
  constructor(options: Partial<TreeOptions> = {}) {
    super({ now: clock, ...options })
  }

  /** Reads a tree that `serialize` gave, through JSON or not. */
  static deserialize(data: unknown): ContextTree {
    return ContextTree.restore(data, { now: clock })
  }
}

/** One goal by itself, made now unless something else is said. */
export class ContextNode extends NodeOfAnyTime {
  constructor(options: Omit<NodeOptions, 'createdAt'> & Partial<Pick<NodeOptions, 'createdAt'>>) {
    super({ createdAt: clock(), ...options })
  }
}
