import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bin, run } from './program.ts'
import type { StepOutcome } from './step.ts'

interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

/** A step that runs one of vitest's projects. A skipped test counts as failed, so that it does not go unnoticed. */
export function createVitestStep(project: string): (env: NodeJS.ProcessEnv) => Promise<StepOutcome> {
  return async env => {
    const file = join(await mkdtemp(join(env.TMPDIR ?? '/tmp', 'report-')), 'report.json')
    const { code, output } = await run(
      bin('vitest'),
      [
        'run',
        '--project',
        project,
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${file}`,
        '--no-color',
      ],
      env,
    )
    const report = await read(file)
    if (!report) return { ok: false, details: output, passed: 0, failed: 1 }
    const skipped = report.numPendingTests + report.numTodoTests
    const failed = report.numFailedTests + skipped
    return {
      ok: code === 0 && report.success && failed === 0,
      details: skipped > 0 ? `${output}\n${skipped} tests are switched off.` : output,
      passed: report.numPassedTests,
      failed,
    }
  }
}

async function read(file: string): Promise<VitestReport | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
}
