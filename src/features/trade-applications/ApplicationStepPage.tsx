import { PostButton } from '../../ui/Actions.tsx'
import { NarrowCard } from '../../ui/Card.tsx'
import { definePage } from '../../ui/page.ts'

interface ApplicationStepPageProps {
  heading: string
  text: string
  /** Where the button that confirms it is sent; null: there is nothing to press. */
  confirmUrl: string | null
}

export const ApplicationStepPage = ({ heading, text, confirmUrl }: ApplicationStepPageProps) => (
  <NarrowCard heading={heading}>
    <p>{text}</p>
    {confirmUrl === null ? (
      <a href="/" className="button mt-5">
        Go to the shop
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
