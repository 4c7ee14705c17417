import type { ReactNode } from 'react'
import { toTelephoneUrl } from '../../../ui/telephone.ts'
import type { LayoutProps } from '../layout-props.ts'
import { layoutMessages } from '../messages.ts'
import { filterKindLinks, finderLinks, orderingLinks, termsUrl } from '../nav.ts'
import { Newsletter } from './Newsletter.tsx'

/** Help comes first, at the same place on each page (R-UX-52). */
export function Footer({
  shop,
  isSignedIn,
  newsletter,
}: Pick<LayoutProps, 'shop' | 'newsletter'> & { isSignedIn: boolean }) {
  return (
    <footer className="no-print bg-bar text-sm text-bar-steel [--color-link:var(--color-amber)]">
      <div className="wrap grid gap-x-8 gap-y-8 py-10 grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1.6fr]">
        {(shop.phone !== null || shop.email !== null) && (
          <Column heading="Help">
            {shop.phone !== null && <Item url={toTelephoneUrl(shop.phone)}>{shop.phone}</Item>}
            {shop.email !== null && <Item url={`mailto:${shop.email}`}>{shop.email}</Item>}
          </Column>
        )}
        <Column heading="Ordering">
          {orderingLinks.map(({ name, url }) => (
            <Item key={url} url={url}>
              {name}
            </Item>
          ))}
          {isSignedIn ? <Item url="/account">Your account</Item> : <Item url="/login">Sign in</Item>}
          <Item url={termsUrl}>Terms of sale</Item>
        </Column>
        <Column heading="Find a filter" wide>
          {[...finderLinks, ...filterKindLinks].map(kind => (
            <Item key={kind.url} url={kind.url}>
              {kind.name}
            </Item>
          ))}
        </Column>
        <div className="max-lg:col-span-2 max-lg:max-w-lg">
          {newsletter && <Newsletter newsletter={newsletter} />}
        </div>
      </div>
      <div className="border-t border-bar-rule">
        <div className="wrap flex flex-wrap justify-between gap-x-8 gap-y-1 py-4">
          <p>{shop.name}: replacement filters for machines at work</p>
          {shop.demo && <p className="text-amber">{layoutMessages.demo}</p>}
        </div>
      </div>
    </footer>
  )
}

// `wide`: a long list takes two columns on narrow screens.
function Column({
  heading,
  wide = false,
  children,
}: {
  heading: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section className={wide ? 'max-lg:col-span-2' : undefined}>
      <h2 className="text-base text-on-bar">{heading}</h2>
      <ul className={`mt-1 ${wide ? 'gap-x-8 max-lg:grid max-lg:grid-cols-2' : ''}`}>{children}</ul>
    </section>
  )
}

function Item({ url, children }: { url: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={url}
        className="inline-flex min-h-8 items-center underline-offset-3 hover:text-on-bar hover:underline"
      >
        {children}
      </a>
    </li>
  )
}
