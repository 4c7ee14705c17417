import { StandaloneLink, SubmitButton } from '../../../ui/Actions.tsx'
import { Section } from '../../../ui/Card.tsx'
import { CardTable } from '../../../ui/CardTable.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { FormResult } from '../../../ui/forms/FormResult.tsx'
import { createFieldProps } from '../../../ui/forms/field-props.ts'
import { definePage } from '../../../ui/page.ts'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { type ImportedChange, importsUrl } from '../uploads/runs.ts'
import type { FileView, ImportView } from './import-view.ts'

interface ImportPageProps extends ImportView {
  typed: { count: string }
  errors: Record<string, string>
  notice: string | null
}

/** An import: what its files would change, cell by cell, the forms that start, drop and undo it, and how far it is. */
export function ImportPage(props: ImportPageProps) {
  const { id, url, state, facts, message, progress, files, hasErrors, errors, notice } = props
  return (
    <AdminFrame current="imports" title={`Import ${id}`} action={<StateLabel state={state} />}>
      <FormResult notice={notice} errors={errors} />
      <dl className="mb-6 flex flex-wrap gap-x-10 gap-y-3">
        {facts.map(({ name, text }) => (
          <Fact key={name} name={name} className="wrap-anywhere">
            {text}
          </Fact>
        ))}
      </dl>
      {progress && (
        <div className="card mb-6 p-5" role="status">
          <p>{progress.text}</p>
          {progress.total !== null && (
            <progress className="mt-2 w-full" value={progress.rows} max={progress.total} aria-label="Rows" />
          )}
          <p className="mt-2 note">
            This page follows by itself. You can close it: the work goes on without it.
          </p>
        </div>
      )}
      {message !== '' && <p className="card mb-6 p-5 font-semibold wrap-anywhere">{message}</p>}
      <Forms {...props} />
      <div className="space-y-8">
        {files.map(file => (
          <FileSection key={file.file} {...file} />
        ))}
      </div>
      <p className="mt-4 flex flex-wrap gap-x-6">
        {hasErrors && <StandaloneLink href={`${url}/errors.csv`}>Download all problems (CSV)</StandaloneLink>}
        <StandaloneLink href={importsUrl}>All imports</StandaloneLink>
      </p>
    </AdminFrame>
  )
}

export const importPage = definePage('features/catalogue-import/admin/ImportPage', ImportPage)

function Forms({ url, seen, guards, canApply, canUndo, typed, errors, state }: ImportPageProps) {
  const field = createFieldProps(typed, errors)
  if (canUndo)
    return (
      <form method="post" action={`${url}/undo`} className="mb-6">
        <input type="hidden" name="seen" value={seen} />
        <SubmitButton>Undo this import</SubmitButton>
        <p className="mt-2 note">Possible while nothing that it changed is changed again, for 30 days.</p>
      </form>
    )
  if (state.tone !== 'waiting') return null
  return (
    <div className="card mb-6 max-w-2xl p-5">
      {canApply && (
        <form method="post" action={`${url}/apply`} noValidate className="space-y-4">
          <input type="hidden" name="seen" value={seen} />
          {guards.count > 0 && (
            <>
              {guards.sentences.map(sentence => (
                <p key={sentence} className="font-semibold">
                  {sentence}
                </p>
              ))}
              <TextField
                {...field('count')}
                label={`If that is right, type ${guards.count}`}
                inputMode="numeric"
                width="short"
              />
            </>
          )}
          <SubmitButton className="button-strong">Import these changes</SubmitButton>
        </form>
      )}
      <form method="post" action={`${url}/drop`} className={canApply ? 'mt-4' : ''}>
        <input type="hidden" name="seen" value={seen} />
        <SubmitButton>Drop it</SubmitButton>
      </form>
    </div>
  )
}

function FileSection({ file, result, notes, problems, further, changes, furtherChanges }: FileView) {
  const lines = [...notes, ...problems, ...(further === '' ? [] : [further])]
  return (
    <Section id={file} heading={`${file}: ${result}`} headingClassName="mb-2 text-lg wrap-anywhere">
      {lines.length > 0 && (
        <ul className="card mb-4 list-disc p-5 pl-10 wrap-anywhere">
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {changes.length > 0 && (
        <CardTable caption={`Rows of ${file}`} columns={['Row', 'What', 'Before and after']} amounts={0}>
          {changes.map(change => (
            <ChangeRow key={`${change.kind} ${change.name}`} {...change} />
          ))}
        </CardTable>
      )}
      {furtherChanges !== '' && <p className="mt-2 note">{furtherChanges}</p>}
    </Section>
  )
}

const kindNames = { new: 'New', changed: 'Changed', gone: 'Gone' }

function ChangeRow({ name, kind, cells }: ImportedChange) {
  return (
    <tr className="card-row">
      <th scope="row" className="card-cell font-normal wrap-anywhere">
        {name}
      </th>
      <td className="card-cell">{kindNames[kind]}</td>
      <td className="card-cell wrap-anywhere">
        {cells.map(({ column, before, after }) => (
          <span key={column} className="block">
            <span className="note">{column}</span> {before === '' ? 'none' : before} →{' '}
            {after === '' ? 'none' : after}
          </span>
        ))}
      </td>
    </tr>
  )
}
