import { type ReactNode, useEffect } from 'react'
import { Questions } from '../ui/Dialog.tsx'
import { hearEarlyInput } from '../ui/early-input.browser.ts'
import { Logo } from '../ui/Icons.tsx'
import { Kept } from '../ui/Kept.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { FlashNote } from './FlashNote.tsx'
import { Footer } from './Footer.tsx'
import type { FrameProps } from './frame.ts'
import { Header } from './Header.tsx'
import { SessionWatch } from './SessionWatch.tsx'
import { TopBar } from './TopBar.tsx'

/** What surrounds every page. Works as plain links and forms; a script only adds comfort. */
export function Frame({ frame, children }: { frame: FrameProps; children?: ReactNode }) {
  // After the effects of all that stands in the frame: they listen by now.
  useEffect(() => void hearEarlyInput(document), [])
  const { shop, promise, visitor, newsletter } = frame
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <header className="no-print">
        <Kept part={TopBar} props={{ promise, phone: shop.phone, name: visitor.name }} />
        <Header frame={frame} />
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
        {frame.flash && <FlashNote flash={frame.flash} />}
        {children}
      </main>
      <Kept part={Footer} props={{ shop, isSignedIn: visitor.name !== null, newsletter }} />
      <Toasts />
      <Questions />
      {visitor.endsIn !== null && <SessionWatch endsIn={visitor.endsIn} />}
    </div>
  )
}
