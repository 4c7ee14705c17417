import { type ReactNode, useEffect } from 'react'
import { Questions } from '../../ui/Dialog.tsx'
import { replayEarlyInput } from '../../ui/early-input.client.ts'
import { Logo } from '../../ui/Icons.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { FlashNote } from './FlashNote.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import type { LayoutProps } from './layout.ts'
import { SessionWatch } from './SessionWatch.tsx'
import { TopBar } from './TopBar.tsx'

/** What surrounds every page. Works as plain links and forms; a script only adds comfort. */
export function Layout({
  shop,
  promise,
  visitor,
  query,
  flash,
  newsletter,
  children,
}: LayoutProps & { children?: ReactNode }) {
  // After the effects of all components inside, which listen by then.
  useEffect(() => void replayEarlyInput(document), [])
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <header className="no-print">
        <TopBar promise={promise} phone={shop.phone} name={visitor.name} />
        <Header shop={shop} visitor={visitor} query={query} />
      </header>
      <p className="print-only mb-6 flex items-center justify-between gap-6 border-b border-rule pb-3">
        <span className="flex items-center gap-2.5 text-lg font-semibold">
          <Logo className="size-8" />
          {shop.name}
        </span>
        <span className="text-sm">
          {shop.phone} · {shop.email}
        </span>
      </p>
      <main id="main" tabIndex={-1} className="grow pb-12 outline-none">
        {flash && <FlashNote flash={flash} />}
        {children}
      </main>
      <Footer shop={shop} isSignedIn={visitor.name !== null} newsletter={newsletter} />
      <Toasts />
      <Questions />
      {visitor.endsIn !== null && <SessionWatch endsIn={visitor.endsIn} />}
    </div>
  )
}
