import { StandaloneLink, TextLink } from '../../ui/Actions.tsx'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { DayField, SelectField, TextAreaField } from '../../ui/forms/FormFields.tsx'
import { FormResult } from '../../ui/forms/FormResult.tsx'
import { HistoryList } from '../../ui/HistoryList.tsx'
import { definePage } from '../../ui/page.ts'
import { AdminForm } from '../back-office/AdminForm.tsx'
import { AdminFrame } from '../back-office/AdminFrame.tsx'
import type { SettingInput } from './settings.ts'

interface FieldView extends SettingInput {
  /** The environment sets it. */
  isPinned: boolean
}

interface ChangeView {
  id: number
  what: string[]
  /** 'From 1 January 2027', 'Now'. */
  begins: string
  isComing: boolean
  who: string
  reason: string
}

interface SettingsPageProps {
  parts: { name: string; url: string }[]
  url: string
  name: string
  version: string
  fields: FieldView[]
  begins: string
  reason: string
  /** Bank holidays of the next year that are not known; null: not of this part. */
  proposal: { until: string; year: number; days: string; value: string } | null
  /** What is to come and what applies now. */
  changes: ChangeView[]
  history: { what: string; who: string; when: string; iso: string; text: string }[]
  notice: string | null
  errors: Record<string, string>
}

/** A part of the shop's settings: its form, the changes that can be undone, and the history. */
export function SettingsPage(props: SettingsPageProps) {
  const { parts, url, name, version, fields, begins, reason, changes, proposal, history, notice, errors } =
    props
  return (
    <AdminFrame current="settings" title="Settings">
      <nav aria-label="Settings" className="mb-6">
        <ul className="flex flex-wrap gap-x-6">
          {parts.map(part => (
            <li key={part.url}>
              {part.url === url ? (
                <span aria-current="page" className="inline-flex min-h-11 items-center font-semibold">
                  {part.name}
                </span>
              ) : (
                <StandaloneLink href={part.url}>{part.name}</StandaloneLink>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <FormResult notice={notice} errors={errors} />
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <Card id="part" heading={name}>
          <AdminForm action={url} version={version} button="Save">
            {fields.filter(isVisible).map(field => (
              <SettingField key={field.id} field={field} error={errors[field.id]} />
            ))}
            {proposal === null && (
              <DayField
                id="begins"
                name="begins"
                label="From"
                hint="Empty: at once. Else from the beginning of that day."
                optional
                error={errors.begins}
                defaultValue={begins}
              />
            )}
            <TextField
              id="reason"
              name="reason"
              label="Why"
              hint="For your colleagues."
              optional
              error={errors.reason}
              defaultValue={reason}
              autoComplete="off"
            />
          </AdminForm>
        </Card>
        <Card id="changes" heading="Changes that apply or are to come">
          {changes.length === 0 && <p className="mt-2">Nothing was changed here yet.</p>}
          <ul>
            {changes.map(change => (
              <ChangeItem key={change.id} change={change} url={url} version={version} />
            ))}
          </ul>
        </Card>
      </div>
      {proposal && (
        <Card id="holidays" heading="Bank holidays" className="mt-6">
          <p className="mt-2">
            They are known until {proposal.until}. No delivery after it is promised for a day until the next
            year is accepted.
          </p>
          <p className="mt-2">
            By the rules those of England and Wales in {proposal.year} are: {proposal.days}. Scotland,
            Northern Ireland, the Isle of Man, Ireland and Norway have theirs. Compare them with the official
            list: a government may add one.
          </p>
          <AdminForm action={url} version={version} button={`Accept ${proposal.year}`}>
            <input type="hidden" name="BANK_HOLIDAYS" value={proposal.value} />
          </AdminForm>
        </Card>
      )}
      <HistoryList entries={history} />
      <p className="mt-6">
        <TextLink href="/admin/before-you-open">What the shop still lacks</TextLink>
      </p>
    </AdminFrame>
  )
}

export const settingsPage = definePage('features/settings/SettingsPage', SettingsPage)

const isVisible = ({ kind }: FieldView): boolean => kind !== 'hidden'

function SettingField({ field, error }: { field: FieldView; error: string | undefined }) {
  const { id, name, label, kind, options, value, isPinned } = field
  const hint = isPinned ? `Set by the server (${name}).` : field.hint
  const shared = { id, name: id, label, hint, error, defaultValue: value, autoComplete: 'off' }
  // Without a name it is not sent.
  const input = isPinned ? { ...shared, name: undefined, readOnly: true } : shared
  if (kind === 'list' || kind === 'lines' || kind === 'long')
    return <TextAreaField {...input} rows={kind === 'long' ? 24 : 4} />
  if (kind === 'day') return <DayField {...input} />
  if (kind !== 'choice') return <TextField {...input} width={kind === 'short' ? 'short' : 'full'} />
  if (isPinned) return <TextField {...input} defaultValue={options?.[value]} width="full" />
  return <SelectField {...shared} {...(options && { options })} />
}

function ChangeItem({ change, url, version }: { change: ChangeView; url: string; version: string }) {
  const { id, what, begins, isComing, who, reason } = change
  return (
    <li className="border-b border-rule py-3 wrap-anywhere last:border-0">
      <p className="font-semibold">{begins}</p>
      {what.map(text => (
        <p key={text} className="whitespace-pre-line">
          {text}
        </p>
      ))}
      {reason !== '' && <p>{reason}</p>}
      <p className="note">{who}</p>
      <AdminForm action={`${url}/undo`} version={version} button={isComing ? 'Take back' : 'Undo'}>
        <input type="hidden" name="change" value={id} />
      </AdminForm>
    </li>
  )
}
