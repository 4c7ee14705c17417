import type { ReactNode } from 'react'
import { SubmitButton } from '../../ui/Actions.tsx'

interface AdminFormProps {
  action: string
  /** Of the page that the form is on. */
  version: string
  button: string
  /** Of the button's look. */
  look?: string
  /** What opens a form that is needed rarely: 'Disable…'. */
  folded?: string
  isOpen?: boolean
  children?: ReactNode
}

/** A form of staff about what a page shows: its fields, the page's version and its button. */
export function AdminForm({ action, version, button, look, folded, isOpen, children }: AdminFormProps) {
  const form = (
    <form method="post" action={action} noValidate className="mt-3 space-y-4">
      <input type="hidden" name="seen" value={version} />
      {children}
      <SubmitButton {...(look && { className: look })}>{button}</SubmitButton>
    </form>
  )
  if (folded === undefined) return form
  return (
    <details open={isOpen} className="no-print mt-3">
      <summary className="link min-h-11 content-center">{folded}</summary>
      {form}
    </details>
  )
}
