import { listLineNotes } from './line-entry.ts'
import type { LineEntry, LineEntryReply } from './line-entry-schema.ts'

/** What the buyer entered for a line, under its title. */
export function LineNotes({ line }: { line: { entry: LineEntry | LineEntryReply } }) {
  return listLineNotes(line).map(note => (
    <span key={note} className="block text-sm wrap-anywhere text-steel">
      {note}
    </span>
  ))
}
