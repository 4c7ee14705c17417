import type { ReactNode } from 'react'

/** The button of a form's next step. */
export const Submit = ({ children }: { children: ReactNode }) => (
  <button type="submit" className="button button-next">
    {children}
  </button>
)

interface PostButtonProps {
  action: string
  /** Of the form. */
  className?: string | undefined
  buttonClass?: string
  children: ReactNode
}

/** A form of one button, for an action that needs nothing else. */
export const PostButton = ({ action, className, buttonClass = 'button', children }: PostButtonProps) => (
  <form method="post" action={action} className={className}>
    <button type="submit" className={buttonClass}>
      {children}
    </button>
  </form>
)
