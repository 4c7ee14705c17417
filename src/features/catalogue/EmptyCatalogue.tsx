import { CallLink, EmailLink, useShop } from '../../ui/contact.tsx'

/** Instead of ways to search, while the shop has no products (R-EMPTY-3). `isPage`: it is the page's main heading. */
export function EmptyCatalogue({ isPage = false }: { isPage?: boolean }) {
  const { phone, email } = useShop()
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <section className={isPage ? '' : 'card max-w-2xl p-6 sm:p-8'}>
      <Heading className={isPage ? 'text-2xl sm:text-3xl' : 'text-xl'}>
        Our catalogue isn’t online yet
      </Heading>
      <p className="mt-2 text-lg text-steel">
        We’re still adding our filters, so there’s nothing to search just now.
      </p>
      {(phone !== null || email !== null) && (
        <p className="mt-5 flex flex-wrap items-center gap-3">
          <span>Looking for a filter?</span>
          <CallLink className="button">{number => <>Call {number}</>}</CallLink>
          <EmailLink className="button">{address => <>Email {address}</>}</EmailLink>
        </p>
      )}
    </section>
  )
}
