import { type ReactNode, useEffect } from 'react'
import { joinDetails } from '../../lib/shop-contact.ts'
import { replayEarlyInput } from '../../ui/browser/early-input.client.ts'
import { ShopProvider } from '../../ui/contact.tsx'
import { PendingDialogs } from '../../ui/Dialog.tsx'
import { Logo } from '../../ui/Icons.tsx'
import { showToast, type Toast, Toasts } from '../../ui/Toasts.tsx'
import { VisitorProvider } from '../../ui/visitor.tsx'
import { CheckoutFooter, Footer } from './footer/Footer.tsx'
import { AdminHeader, CheckoutHeader, Header, TopBar } from './header/Header.tsx'
import type { LayoutProps } from './layout-props.ts'
import { SessionWatch } from './session/SessionWatch.tsx'

export function Layout({
  shop,
  promise,
  visitor,
  query,
  flash,
  footer,
  newsletter,
  frame,
  children,
}: LayoutProps & { children?: ReactNode }) {
  // Runs after the effects of all child components, so their event listeners are registered.
  useEffect(() => void replayEarlyInput(document), [])
  return (
    <ShopProvider value={shop}>
      <VisitorProvider value={visitor}>
        <div className="flex min-h-dvh flex-col">
          <a href={frame === 'admin' ? '#content' : '#main'} className="skip">
            Skip to the content
          </a>
          <header className="no-print">
            {frame === 'checkout' && <CheckoutHeader shop={shop} />}
            {frame === 'admin' && <AdminHeader shop={shop} visitor={visitor} />}
            {frame === 'shop' && (
              <>
                <TopBar promise={promise} name={visitor.name} />
                <Header shop={shop} visitor={visitor} query={query} />
              </>
            )}
          </header>
          <p className="print-header print-only">
            <span>
              <Logo className="size-8" />
              {shop.name}
            </span>
            <small>{joinDetails([shop.phone, shop.email])}</small>
          </p>
          <main id="main" tabIndex={-1} className="grow pb-12 outline-none">
            {flash && flash.kind !== 'newsletter' && <FlashMessage kind={flash.kind} text={flash.text} />}
            {children}
          </main>
          {frame === 'checkout' && <CheckoutFooter shop={shop} />}
          {frame === 'shop' && <Footer shop={shop} footer={footer} newsletter={newsletter} flash={flash} />}
          <Toasts />
          <PendingDialogs />
          {visitor.endsIn !== null && <SessionWatch endsIn={visitor.endsIn} />}
        </div>
      </VisitorProvider>
    </ShopProvider>
  )
}

/** The message of the last form, in the page and as a toast (R-UX-53). */
function FlashMessage({ kind, text }: Pick<Toast, 'kind' | 'text'>) {
  useEffect(() => {
    const timer = setTimeout(() => showToast({ kind, text }), getFlashDelayMs(location.pathname))
    return () => clearTimeout(timer)
  }, [kind, text])
  return (
    <div className="wrap pt-4">
      <div
        role={kind === 'danger' ? 'alert' : 'status'}
        className={`rounded border border-l-4 bg-surface px-4 py-3 ${borderClass[kind]}`}
      >
        {text}
      </div>
    </div>
  )
}

const borderClass: Record<Toast['kind'], string> = {
  success: 'border-stock',
  danger: 'border-danger',
  info: 'border-link',
}

/** After how many ms a flash message appears as a toast (R-PAGE-3). */
export function getFlashDelayMs(path: string): number {
  return path === '/basket' ? 250 : 100
}
