import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../src/infra/folders.ts'

/** Replaces the text between two markers of docs/performance.md. */
export function updatePerformanceReport(startMarker: string, endMarker: string, text: string): void {
  updateReport('performance.md', startMarker, endMarker, text)
}

/** Replaces the text between two markers of a file of docs/. */
export function updateReport(file: string, startMarker: string, endMarker: string, text: string): void {
  const path = join(projectRoot, 'docs', file)
  const report = readFileSync(path, 'utf8')
  const start = report.indexOf(startMarker)
  const end = report.indexOf(endMarker, start)
  if (start < 0 || end < 0) throw new Error(`docs/${file} has no ${startMarker}.`)
  const textStart = start + startMarker.length
  writeFileSync(path, `${report.slice(0, textStart)}\n\n${text}\n\n${report.slice(end)}`)
}
