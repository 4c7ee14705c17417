import type { ReactNode } from 'react'
import { Toasts } from '../ui/Toasts.tsx'
import { FlashNote } from './FlashNote.tsx'
import { Footer } from './Footer.tsx'
import type { FrameProps } from './frame.ts'
import { Header } from './Header.tsx'
import { TopBar } from './TopBar.tsx'

/** What surrounds every page. Works as plain links and forms; a script only adds comfort. */
export function Frame({ frame, children }: { frame: FrameProps; children?: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <header className="no-print">
        <TopBar frame={frame} />
        <Header frame={frame} />
      </header>
      <main id="main" tabIndex={-1} className="grow pb-12 outline-none">
        {frame.flash && <FlashNote flash={frame.flash} />}
        {children}
      </main>
      <Footer frame={frame} />
      <Toasts />
    </div>
  )
}
