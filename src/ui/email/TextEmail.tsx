import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { ActionLink, EmailLayout, FactList, Paragraph } from './EmailLayout.tsx'

/** A paragraph; labels with their texts; the main link. False: left out. */
type EmailPart =
  | string
  | ReactElement
  | false
  | { facts: readonly (readonly [label: string, text: string])[] }
  | { action: string; path: string }

interface TextEmailProps {
  heading: string
  preview: string
  parts: readonly EmailPart[]
}

/** An e-mail of paragraphs in their order, with a link and facts between them. */
export function TextEmail({ heading, preview, parts }: TextEmailProps) {
  return (
    <EmailLayout heading={heading} preview={preview}>
      {parts.map((part, nth) => (
        // The parts never change.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={nth}>{renderPart(part)}</Fragment>
      ))}
    </EmailLayout>
  )
}

function renderPart(part: EmailPart): ReactNode {
  if (part === false) return null
  if (typeof part === 'string' || isValidElement(part)) return <Paragraph>{part}</Paragraph>
  if ('facts' in part) return <FactList facts={part.facts} />
  return <ActionLink path={part.path}>{part.action}</ActionLink>
}
