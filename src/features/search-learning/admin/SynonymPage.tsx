import { SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { SelectField } from '../../../ui/forms/FormFields.tsx'
import { FormNotice } from '../../../ui/forms/FormResult.tsx'
import { createFieldProps } from '../../../ui/forms/field-props.ts'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { languages, type SynonymInput, synonymsUrl } from './synonym.ts'

interface SynonymPageProps {
  /** As it is in the database; null: a new one. */
  current: { version: number; url: string; text: string } | null
  typed: SynonymInput
  question: string
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
  errors: Record<string, string>
}

export function SynonymPage({ current, typed, question, notice, errors }: SynonymPageProps) {
  return (
    <AdminFrame current="synonyms" title={current ? 'Change a synonym' : 'Add a synonym'}>
      <div className="max-w-xl">
        <FormNotice text={notice} />
      </div>
      <ErrorSummary errors={errors} attempt={Object.keys(errors).length > 0 ? 1 : 0} />
      {current && <p className="mb-4">Now: {current.text}.</p>}
      {question !== '' && <p className="mb-4">For the question “{question}”.</p>}
      <form
        method="post"
        action={current?.url ?? synonymsUrl}
        noValidate
        className="card max-w-xl space-y-4 p-5"
      >
        {current && <input type="hidden" name="version" value={current.version} />}
        <SynonymFields typed={typed} errors={errors} />
        <SubmitButton className="button-strong">{current ? 'Save' : 'Add synonym'}</SubmitButton>
      </form>
      {current && <DeleteForm url={current.url} version={current.version} />}
      <p className="mt-6">
        <TextLink href={synonymsUrl}>All synonyms</TextLink>
      </p>
    </AdminFrame>
  )
}

export const synonymPage = definePage('features/search-learning/admin/SynonymPage', SynonymPage)

function SynonymFields({ typed, errors }: Pick<SynonymPageProps, 'typed' | 'errors'>) {
  const toField = createFieldProps(typed, errors)
  return (
    <>
      <TextField
        {...toField('word')}
        label="Word"
        hint="One word that people type. Capitals and accents make no difference."
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...toField('means')}
        label="Means"
        hint="One or more words for products, types or makes, such as “oil filter”. All of them must match."
        autoCapitalize="none"
      />
      <SelectField {...toField('language')} label="Language" options={languages} className="max-w-[36ch]" />
    </>
  )
}

/** Closed at first, so that it is not pressed by mistake. */
function DeleteForm({ url, version }: { url: string; version: number }) {
  return (
    <details className="mt-4">
      <summary className="link w-fit py-2">Delete this synonym…</summary>
      <form method="post" action={`${url}/delete`} className="mt-2">
        <input type="hidden" name="version" value={version} />
        <p className="mb-3">The search stops using it straight away.</p>
        <SubmitButton>Delete synonym</SubmitButton>
      </form>
    </details>
  )
}
