import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../src/infra/project-root.ts'

const reportFile = join(projectRoot, 'docs', 'performance.md')

/** Replaces the text between two markers of docs/performance.md. */
export function updatePerformanceReport(startMarker: string, endMarker: string, text: string): void {
  const report = readFileSync(reportFile, 'utf8')
  const start = report.indexOf(startMarker)
  const end = report.indexOf(endMarker, start)
  if (start < 0 || end < 0) throw new Error(`docs/performance.md has no ${startMarker}.`)
  const textStart = start + startMarker.length
  writeFileSync(reportFile, `${report.slice(0, textStart)}\n\n${text}\n\n${report.slice(end)}`)
}
