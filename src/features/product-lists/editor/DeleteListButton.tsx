import { useState } from 'react'
import { RequestError } from '../../../ui/browser/send.ts'
import { confirm } from '../../../ui/Dialog.tsx'
import { showToast } from '../../../ui/Toasts.tsx'
import { deleteQuestion, listMessages } from '../messages.ts'
import { sendDeleteList } from './calls.client.ts'

/** Deletes the list after a confirmation (R-LIST-2). */
export function DeleteListButton({ id, onDeleted }: { id: number; onDeleted: (url: string) => void }) {
  const [isBusy, setBusy] = useState(false)

  async function askAndDelete() {
    if (isBusy) return
    const question = { ...deleteQuestion, confirmLabel: 'Delete', cancelLabel: 'Keep it' }
    if (!(await confirm(question))) return
    setBusy(true)
    try {
      onDeleted(await sendDeleteList(id))
    } catch (error) {
      showToast({ kind: 'danger', text: error instanceof RequestError ? error.message : listMessages.failed })
    }
    setBusy(false)
  }

  return (
    <button
      type="button"
      className="needs-script button border-danger text-danger sm:ml-auto"
      aria-busy={isBusy || undefined}
      onClick={askAndDelete}
    >
      {isBusy ? 'Deleting…' : 'Delete'}
    </button>
  )
}
