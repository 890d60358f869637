/**
 * The library: what the commands of `ctx` do, as functions that are given what `open` opened.
 *
 * ```ts
 * import { askLessons, open, query } from 'ctx-tree'
 * const ctx = await open({ cwd: '/path/to/a/repository' })
 * const answer = await askLessons(ctx, { text: 'Why are refresh tokens single-use?', most: 3 })
 * const entries = await query(ctx, 'Why are refresh tokens single-use?')
 * ```
 *
 * `ctx query` asks `askLessons`, and `query` for whole entries: about files, at another revision, through a model. Commands
 * that only set up or repair this machine (`init --prefix`, `init --adopt`, `doctor --secrets`, `hook`) are not here.
 */
export { Problem } from './problem.ts'
export { type Ctx, open } from './repo/context.ts'
export { init, type InitOptions } from './verbs/init.ts'
export { uninstall, type UninstallOptions } from './verbs/uninstall.ts'
export { type SetupStep as Step } from './repo/setup-step.ts'
export { curate, type CurateOptions } from './verbs/curate.ts'
export { type Curated } from './learning/learn.ts'
export { type Taught } from './learning/teach.ts'
export { type Wanted } from './learning/wanted.ts'
export type { EvidenceNamed } from './learning/grounds.ts'
export { curateAuthored, type Authored, type Authoring } from './verbs/operations.ts'
export { curateText as tell } from './verbs/text.ts'
export { type DocumentsLearned, learnDocuments } from './verbs/documents.ts'
export { type Anew, writeAnew } from './verbs/anew.ts'
export { drainQueue as work, type Worked } from './verbs/worker.ts'
export { query, type QueryOptions, type QueryResult } from './verbs/query.ts'
export { askLessons, type LessonAnswer, type LessonQuestion } from './verbs/answer-question.ts'
export type { LessonHit } from './search/lesson-hit.ts'
export { where } from './verbs/where.ts'
export type { FileToOpen } from './search/format-file.ts'
export {
  addSource,
  listSources,
  removeSource,
  type OtherRepository,
  type SourceAdded,
  updateSources,
} from './verbs/source.ts'
export { clearGaps, type Gap, gaps } from './verbs/gaps.ts'
export { prequery } from './verbs/prequery.ts'
export {
  type Brain,
  type BrainItem,
  type BrainLayer,
  type BrainNode,
  type BrainOptions,
  brain,
  brainUnless,
} from './verbs/brain.ts'
export { brainSummary } from './knowledge/shown/brain-summary.ts'
export { type Mark, type Marked, mark } from './verbs/mark.ts'
export { related, type Related } from './verbs/related.ts'
export { why, type Why } from './verbs/why.ts'
export { type AnswersAsked, type AnswersMeasured, evalAnswers } from './verbs/eval-answers.ts'
export { golden, type GoldenAnswer, type GoldenResult } from './verbs/golden.ts'
export { tend, type Tended } from './verbs/tend.ts'
export { type Summarised, summariseTree } from './verbs/summarise.ts'
export { type AgentOptions, setUpAgents } from './verbs/agents.ts'
export { tendPropose, type Proposals, type Proposing } from './verbs/tend-propose.ts'
export { archive } from './verbs/archive.ts'
export { restore } from './verbs/restore.ts'
export { show, type ShownEntry as Shown } from './verbs/show.ts'
export { log, type LogItem } from './verbs/log.ts'
export { tree } from './verbs/tree.ts'
export { refresh, type Refreshed } from './knowledge/shown/refresh.ts'
export { push, type PushResult } from './verbs/push.ts'
export { pull, type PullResult } from './verbs/pull.ts'
export { review } from './verbs/review.ts'
export { acceptProposal, declineProposal, waitingProposals } from './verbs/proposals.ts'
export type { Proposal } from './repo/state/proposals.ts'
export { reject } from './verbs/reject.ts'
export { mergeBranch as merge, type MergedBranchResult as Merged } from './verbs/merge.ts'
export { type Orphan, orphans, prune } from './verbs/prune.ts'
export { serve, type Serving } from './web/serve.ts'
export { publish, type Published } from './verbs/publish.ts'
export { publishSite, type PublishedSite } from './verbs/publish-site.ts'
export { checkSkill, type ExportedSkill, exportSkill } from './verbs/export-skill.ts'
export { importByteRover, type Imported, importSkill } from './verbs/import.ts'
export { selectChunks, type SelectedChunk, type Selection } from './verbs/select.ts'
export { modelStatus, type ModelStatus } from './verbs/model.ts'
export {
  connectable,
  connectModel,
  type Connectable,
  type ConnectableProvider,
  type Connected,
  type Connecting,
} from './verbs/model-connect.ts'
export { status, type RepoStatus as Status } from './verbs/status.ts'
export { doctor, type Diagnosis } from './verbs/doctor.ts'
export type { Broken } from './brain/skill/inspect.ts'
export type { Review } from './review/report.ts'
export type { SourcesUpdated } from './verbs/source.ts'
export type { EntryChange } from './review/compare.ts'
export type { LineChange } from './review/line-change.ts'
export type { Answer, Hit } from './search/tiers.ts'
export type { Applied, Operation, OperationResult } from './tree/operations.ts'
export type { Entry } from './tree/entry.ts'
export type { Fact } from './tree/facts.ts'
export type { Finding } from './tree/knowledge.ts'
export { readEntry, writeEntry } from './tree/entry.ts'
export { backtest, type Backtest } from './verbs/eval.ts'
export { type ExplanationRetention, retention } from './verbs/retention.ts'
export { goalStart, type GoalStarted } from './verbs/goal-start.ts'
export { goalNote, type GoalNoted, type GoalNoteOptions } from './verbs/goal-note.ts'
export { type GoalStartOptions } from './verbs/goal-start.ts'
export { goalUsage, type GoalUsage } from './verbs/goal-usage.ts'
export { goalHydrate, type GoalHydrated } from './verbs/goal-hydrate.ts'
export { goalDone, type GoalDone, type GoalDoneOptions } from './verbs/goal-done.ts'
export { type GoalForest, type GoalInTree, goalTree } from './verbs/goal-tree.ts'
export { goalStats, type GoalStats } from './verbs/goal-stats.ts'
export { goalPlan, type GoalPlanned, type GoalPlanOptions, type PlannedGoal } from './verbs/goal-plan.ts'
export { ContextNode, ContextTree } from './library/contexts.ts'
export { type GoalOptions, type TreeOptions, type TreeStats } from './brain/goals/library/tree.ts'
export { type Digest, type OnOverLimit, tokenLimits, type Trace } from './brain/goals/library/node.ts'
export { type ChildDigest, contextPrompt, type Hydrated } from './brain/goals/library/hydrate.ts'
export {
  type DigestParts,
  digestText,
  missingIn,
  type Quality,
  retained,
  type Retention,
} from './brain/goals/digest.ts'
export { plan, type PlanBounds, type Planner } from './brain/goals/library/plan.ts'
export type { Value, Values } from './brain/goals/library/values.ts'
