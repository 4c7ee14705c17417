import { PostButton } from '../../ui/Actions.tsx'
import { NarrowCard } from '../../ui/Card.tsx'
import { definePage } from '../../ui/page.ts'
import { applicationUrl } from './application.ts'

interface ApplicationStepPageProps {
  heading: string
  text: string
  /** Where the button that confirms it is sent; null: there is nothing to press. */
  confirmUrl: string | null
  /** Its link does not work any more. */
  isGone: boolean
}

export const ApplicationStepPage = ({ heading, text, confirmUrl, isGone }: ApplicationStepPageProps) => (
  <NarrowCard heading={heading}>
    <p>{text}</p>
    {confirmUrl === null ? (
      <a href={isGone ? applicationUrl : '/'} className="button mt-5">
        {isGone ? 'Apply again' : 'Go to the shop'}
      </a>
    ) : (
      <PostButton action={confirmUrl} className="mt-5" buttonClass="button button-next">
        Confirm the application
      </PostButton>
    )}
  </NarrowCard>
)

export const applicationStepPage = definePage(
  'features/trade-applications/ApplicationStepPage',
  ApplicationStepPage,
)
