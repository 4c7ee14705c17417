import type { ReactNode } from 'react'

/** Links and buttons by their look. `theme.css` has the classes. */

interface LinkProps {
  href: string
  children: ReactNode
}

const createLink =
  (className: string) =>
  ({ href, children }: LinkProps) => (
    <a href={href} className={className}>
      {children}
    </a>
  )

export const TextLink = createLink('link')
/** Not in a text: as high as a finger needs it. */
export const StandaloneLink = createLink('link tap-target')
/** To the page of what has this number. */
export const CodeLink = createLink('link code')
export const ButtonLink = createLink('button')
/** To what is most likely done next. */
export const NextLink = createLink('button button-next')

/** `className`: of its look, besides that of a button. */
export const SubmitButton = ({ className, children }: { className?: string; children: ReactNode }) => (
  <button type="submit" className={className ? `button ${className}` : 'button'}>
    {children}
  </button>
)

/** The button of a form's next step. */
export const NextButton = ({ children }: { children: ReactNode }) => (
  <SubmitButton className="button-next">{children}</SubmitButton>
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
