import type { ReactNode } from 'react'
import { SubmitButton } from '../../ui/Actions.tsx'
import type { CatalogueExamples } from '../catalogue/messages.ts'
import { maxLines } from './refusals.ts'

interface ListFormsProps {
  text: string
  isFirst: boolean
  examples: CatalogueExamples
}

/** The forms that take a list: pasted, or as a file. Folded while the pad has lines. */
export function ListForms(props: ListFormsProps) {
  if (props.isFirst) return <Forms {...props} />
  return (
    <details className="card mt-4">
      <summary className="link px-5 py-2.5 font-semibold">Read a different list</summary>
      <div className="border-t border-rule px-5 pb-5">
        <Forms {...props} />
      </div>
    </details>
  )
}

function Forms({ text, isFirst, examples }: ListFormsProps) {
  return (
    <div className="mt-5 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <form method="post" action="/order-pad" className="min-w-0">
        <label htmlFor="pad-text" className="block font-semibold">
          Your list, one part on each line
        </label>
        <p id="pad-text-hint" className="note">
          Copied from an email or a spreadsheet, up to {maxLines} lines. You’ll see what we read before
          anything is ordered.
        </p>
        <textarea
          id="pad-text"
          name="text"
          rows={isFirst ? 12 : 6}
          defaultValue={text}
          aria-describedby="pad-text-hint"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="input mt-1 font-mono text-base"
        />
        <button type="submit" className={`button mt-3 w-full sm:w-auto ${isFirst ? 'button-next' : ''}`}>
          Read the list
        </button>
      </form>
      <div className="space-y-8">
        <form method="post" action="/order-pad/file" encType="multipart/form-data">
          <label htmlFor="pad-file" className="block font-semibold">
            Or a file
          </label>
          <p id="pad-file-hint" className="note">
            CSV, text or Excel (.xlsx), up to 1 MB.
          </p>
          <input
            id="pad-file"
            name="file"
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            aria-describedby="pad-file-hint"
            className="input mt-1 py-1.5 text-sm file:mr-3 file:min-h-8 file:cursor-pointer file:rounded file:border file:border-solid file:border-edge file:bg-sunk file:px-3 file:font-semibold file:text-ink"
          />
          <SubmitButton className="mt-3 w-full sm:w-auto">Read the file</SubmitButton>
        </form>
        {isFirst && <Examples examples={examples} />}
      </div>
    </div>
  )
}

function Examples({ examples: { numbers, written } }: Pick<ListFormsProps, 'examples'>) {
  const [first, second = first] = numbers
  return (
    <section aria-labelledby="pad-examples" className="text-sm">
      <h2 id="pad-examples" className="text-base">
        Any of these will do
      </h2>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        <Example sample={first}>just one</Example>
        <Example sample={`2 x ${written}`}>the quantity first</Example>
        <Example sample={`${second}; 4`}>in columns, in either order</Example>
        <Example sample={`10 off ${second}, urgent`}>with other words around it</Example>
        <Example sample={`${first} x 2, ${second} x 4`}>several on one line</Example>
        <Example sample={`${first}, ${second} 4 each`}>the same quantity of each</Example>
      </ul>
    </section>
  )
}

function Example({ sample, children }: { sample: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <span className="code">{sample}</span>
      <span className="text-steel">{children}</span>
    </li>
  )
}
