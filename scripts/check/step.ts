export interface StepOutcome {
  ok: boolean
  /** What to show when it failed. */
  details: string
  passed?: number
  failed?: number
}

export interface CheckStep {
  /** For `--only`. */
  name: string
  title: string
  /** It runs the built application: it waits for the build, while the steps that need none run beside both. */
  needsBuild?: true
  /** It takes long and seldom fails alone: it runs only when `--only` names it. */
  onlyWhenNamed?: true
  run(env: NodeJS.ProcessEnv): Promise<StepOutcome>
}
