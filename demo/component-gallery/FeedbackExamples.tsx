import { useState } from 'react'
import { FilterAnimation } from '../../src/features/home/FilterAnimation.tsx'
import { Dialog } from '../../src/ui/Dialog.tsx'
import { showToast, type Toast } from '../../src/ui/Toasts.tsx'
import { GallerySection } from './GallerySection.tsx'

const toasts: Toast[] = [
  { kind: 'success', text: 'FH-OIL-1 is in your basket.' },
  { kind: 'info', text: 'Oil filter removed.', ms: 8000, action: { label: 'Undo', onAction: () => {} } },
  { kind: 'danger', text: 'The shop did not answer. Your basket is as it was.' },
]

/** Dialogs, toasts, notes and the progress animation. */
export function FeedbackExamples() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <GallerySection name="Feedback">
        <div className="flex flex-wrap gap-3">
          {toasts.map(toast => (
            <button key={toast.kind} type="button" className="button" onClick={() => showToast(toast)}>
              Toast: {toast.kind}
            </button>
          ))}
          <button type="button" className="button" onClick={() => setOpen(true)}>
            Dialog
          </button>
        </div>
        <p className="card mt-4 border-l-4 border-l-link px-5 py-4">A note: what happens next.</p>
        <p className="card mt-3 border-l-4 border-l-late px-5 py-4">A warning: it comes later.</p>
        <p className="card mt-3 border-l-4 border-l-danger px-5 py-4">A refusal, and what to do about it.</p>
        <p className="mt-3 border-l-4 border-amber bg-wash p-3">What is missing for an order.</p>
        {isOpen && (
          <Dialog
            title="Collect the order yourself?"
            onClose={() => setOpen(false)}
            actions={
              <>
                <button type="button" className="button button-next" onClick={() => setOpen(false)}>
                  Collect it
                </button>
                <button type="button" className="button" onClick={() => setOpen(false)}>
                  Choose a delivery
                </button>
              </>
            }
          >
            <p>It is ready at the counter from tomorrow, 8:00.</p>
          </Dialog>
        )}
      </GallerySection>
      <GallerySection name="Progress">
        <FilterAnimation className="max-w-80" />
      </GallerySection>
    </>
  )
}
