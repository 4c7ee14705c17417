import { type SubmitEvent, useRef, useState } from 'react'
import { toPounds } from '../../lib/money.ts'
import { RequestError, send } from '../../ui/browser/send.ts'
import { Section } from '../../ui/Card.tsx'
import { FieldError } from '../../ui/forms/Field.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import type { CompanyMember } from '../accounts/visitor.ts'
import { settingsFailedMessage, toLimitFieldId } from './messages.ts'
import type { saveUsers } from './schemas.ts'

export interface CompanyUser extends Omit<CompanyMember, 'isActive' | 'deputy'> {
  /** The viewer, whose setting another head buyer changes. */
  isSelf: boolean
  /** The daily limit as it was typed, where it was refused. */
  typedLimit?: string | undefined
}

const fieldName = 'selectedUsers[]'

interface UsersFormProps {
  users: CompanyUser[]
  company: string
  /** Of the daily limits: the id of the field → its message. */
  errors: Record<string, string>
}

export function UsersForm({ users, company, errors: refused }: UsersFormProps) {
  const form = useRef<HTMLFormElement>(null)
  // Numbered without gaps: a form with gaps is no list.
  const colleagues = users.filter(user => !user.isSelf)
  const saved = useRef({
    selectedUsers: colleagues.filter(user => user.needsApproval).map(user => user.id),
    amounts: colleagues.map(toSavedAmount),
  })
  const [isChanged, setChanged] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState(refused)

  async function save(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    const body = readForm(form.current)
    setBusy(true)
    try {
      const { message } = await send<typeof saveUsers>('POST /account/approvals', { body })
      saved.current = body
      setErrors({})
      showToast({ kind: 'success', text: message })
    } catch (error) {
      // The switches show what is saved, unless a limit is to be corrected.
      if (error instanceof RequestError && error.problem.status === 422) showErrors(error.problem.errors)
      else
        for (const box of listSwitches(form.current))
          box.checked = saved.current.selectedUsers.includes(Number(box.value))
      showToast({
        kind: 'danger',
        text: error instanceof RequestError ? error.message : settingsFailedMessage,
      })
    }
    setBusy(false)
    setChanged(hasChanges())
  }

  const showErrors = (lists: Record<string, string[]> = {}) => {
    setErrors(Object.fromEntries(Object.entries(lists).map(([id, texts]) => [id, texts.join(' ')])))
    document.getElementById(Object.keys(lists)[0] ?? '')?.focus()
  }

  const hasChanges = () => JSON.stringify(readForm(form.current)) !== JSON.stringify(saved.current)

  return (
    <Section id="users" heading="Whose orders need approval" headingClassName="text-xl" className="mt-10">
      <p className="mt-1 max-w-prose">
        When this is on, a user’s orders go to the head buyers of {company} to approve or reject. When it is
        off, a daily limit sends only those that take the day’s goods above it (ex VAT).
      </p>
      <form
        ref={form}
        method="post"
        action="/account/approvals"
        onSubmit={save}
        onChange={() => setChanged(hasChanges())}
        className="card mt-3 max-w-2xl"
      >
        <input type="hidden" name={fieldName} value="" />
        <ul>
          {users.map(user => (
            <UserRow
              key={user.id}
              user={user}
              nth={colleagues.indexOf(user)}
              error={errors[toLimitFieldId(user.id)]}
            />
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
          <button type="submit" className="button button-strong" aria-busy={isBusy || undefined}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
          <p role="status" className="note">
            {isChanged && !isBusy && 'Not saved yet'}
          </p>
        </div>
      </form>
    </Section>
  )
}

interface UserRowProps {
  user: CompanyUser
  nth: number
  error: string | undefined
}

function UserRow({ user, nth, error }: UserRowProps) {
  const id = `user-${user.id}`
  const limitId = toLimitFieldId(user.id)
  return (
    <li className="group flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule px-4 py-3">
      <label htmlFor={user.isSelf ? undefined : id} className="min-w-0">
        <span className="block font-semibold">
          {user.name}
          {user.isSelf && <span className="font-normal text-steel"> (you)</span>}
        </span>
        <span className="block wrap-anywhere note">{user.email}</span>
        {!user.isSelf && <span className="sr-only">Orders need approval</span>}
      </label>
      {user.isSelf ? (
        <p className="note">
          {user.needsApproval ? stateDescriptions.on : stateDescriptions.off}. Another head buyer has to set
          this.
        </p>
      ) : (
        <span className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:justify-between">
          <label
            className={`flex items-center gap-2 text-sm max-sm:order-last max-sm:w-full ${error ? '' : 'group-has-checked:hidden'}`}
          >
            Daily limit £<span className="sr-only"> for {user.name}, goods ex VAT</span>
            <input type="hidden" name={`amounts[${nth}][user]`} value={user.id} />
            <input
              name={`amounts[${nth}][above]`}
              id={limitId}
              defaultValue={user.typedLimit ?? toSavedAmount(user).above}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && `${limitId}-error`}
              inputMode="decimal"
              autoComplete="off"
              placeholder="none"
              className="input w-[10ch]"
              data-user={user.id}
            />
          </label>
          <span aria-hidden="true" className="text-sm">
            <span className="hidden font-semibold text-danger group-has-checked:inline">
              {stateDescriptions.on}
            </span>
            <span className="text-steel group-has-checked:hidden">{stateDescriptions.off}</span>
          </span>
          <Switch id={id} name={fieldName} value={user.id} defaultChecked={user.needsApproval} />
        </span>
      )}
      <FieldError id={`${limitId}-error`} text={error} />
    </li>
  )
}

const stateDescriptions = { on: 'Needs approval', off: 'Orders directly' }

function listSwitches(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input[role=switch]') ?? [])]
}

const toSavedAmount = ({ id, approvalAbove }: CompanyUser) => ({
  user: id,
  above: approvalAbove === null ? '' : toPounds(approvalAbove).toFixed(2),
})

function readForm(form: HTMLFormElement | null) {
  const selectedUsers = listSwitches(form)
    .filter(box => box.checked)
    .map(box => Number(box.value))
  const fields = form?.querySelectorAll<HTMLInputElement>('input[data-user]') ?? []
  const amounts = Array.from(fields, ({ dataset, value }) => ({ user: Number(dataset.user), above: value }))
  return { selectedUsers, amounts }
}
