import { type SubmitEvent, useRef, useState } from 'react'
import { RequestError, send } from '../../ui/browser/send.ts'
import { Switch } from '../../ui/forms/Switch.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import type { CompanyMember } from '../accounts/visitor.ts'
import { settingsFailedMessage } from './messages.ts'
import type { saveUsers } from './schemas.ts'

export interface CompanyUser extends Omit<CompanyMember, 'isActive'> {
  /** The viewer, whose setting another head buyer changes. */
  isSelf: boolean
}

const fieldName = 'selectedUsers[]'

export function UsersForm({ users, company }: { users: CompanyUser[]; company: string }) {
  const form = useRef<HTMLFormElement>(null)
  const saved = useRef(users.filter(user => user.needsApproval && !user.isSelf).map(user => user.id))
  const [isChanged, setChanged] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function save(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    const selectedUsers = listSelected(form.current)
    setBusy(true)
    try {
      const { message } = await send<typeof saveUsers>('POST /account/approvals', { body: { selectedUsers } })
      saved.current = selectedUsers
      showToast({ kind: 'success', text: message })
    } catch (error) {
      // The switches show what is saved.
      for (const box of listSwitches(form.current)) box.checked = saved.current.includes(Number(box.value))
      showToast({
        kind: 'danger',
        text: error instanceof RequestError ? error.message : settingsFailedMessage,
      })
    }
    setBusy(false)
    setChanged(hasChanges())
  }

  const hasChanges = () => {
    const on = listSelected(form.current)
    return on.length !== saved.current.length || on.some(id => !saved.current.includes(id))
  }

  return (
    <section aria-labelledby="users" className="mt-10">
      <h2 id="users" className="text-xl">
        Whose orders need approval
      </h2>
      <p className="mt-1 max-w-prose">
        When this is on, a user’s orders go to the head buyers of {company} to approve or reject.
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
            <UserRow key={user.id} user={user} />
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
    </section>
  )
}

function UserRow({ user }: { user: CompanyUser }) {
  const id = `user-${user.id}`
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
        <span className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
          <span aria-hidden="true" className="text-sm">
            <span className="hidden font-semibold text-danger group-has-checked:inline">
              {stateDescriptions.on}
            </span>
            <span className="text-steel group-has-checked:hidden">{stateDescriptions.off}</span>
          </span>
          <Switch id={id} name={fieldName} value={user.id} defaultChecked={user.needsApproval} />
        </span>
      )}
    </li>
  )
}

const stateDescriptions = { on: 'Needs approval', off: 'Orders directly' }

function listSwitches(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input[role=switch]') ?? [])]
}

function listSelected(form: HTMLFormElement | null): number[] {
  return listSwitches(form)
    .filter(box => box.checked)
    .map(box => Number(box.value))
}
