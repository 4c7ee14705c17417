import { useState } from 'react'
import { confirm } from '../../ui/Dialog.tsx'
import { RequestError } from '../../ui/send.ts'
import { showToast } from '../../ui/Toasts.tsx'
import { removeList } from './calls.client.ts'
import { deleteWords, listWords } from './messages.ts'

/** Deletes the list once it is confirmed (specification §8). */
export function DeleteList({ id, onGone }: { id: number; onGone: (url: string) => void }) {
  const [isBusy, setBusy] = useState(false)

  async function press() {
    if (isBusy) return
    const question = { ...deleteWords, confirmLabel: 'Delete', cancelLabel: 'Keep it' }
    if (!(await confirm(question))) return
    setBusy(true)
    try {
      onGone(await removeList(id))
    } catch (error) {
      showToast({ kind: 'danger', text: error instanceof RequestError ? error.message : listWords.failed })
      setBusy(false)
    }
  }

  return (
    <button
      type="button"
      className="needs-script button border-danger text-danger sm:ml-auto"
      aria-busy={isBusy || undefined}
      onClick={press}
    >
      {isBusy ? 'Deleting…' : 'Delete'}
    </button>
  )
}
