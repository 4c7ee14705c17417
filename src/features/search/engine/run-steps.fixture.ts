/** Runs a generator of steps to its end. */
export function runSteps<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
