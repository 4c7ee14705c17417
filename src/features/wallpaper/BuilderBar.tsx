import { mostLists, wallpaperWords } from './messages.ts'
import type { Builder } from './useBuilding.tsx'

/** Starts a wallpaper and ends it; between the two each list has its toggle. */
export function BuilderBar({ builder }: { builder: Builder }) {
  const { building, refusal, isSaving } = builder
  const isBuilding = building.mode === 'build'
  return (
    <section
      aria-label="PDF wallpaper"
      className={`needs-script no-print card mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 p-4 ${isBuilding ? 'border-l-4 border-l-amber' : ''}`}
    >
      <p className="grow">
        {isBuilding ? (
          <>
            Choose up to {mostLists} lists.{' '}
            <span role="status" className="font-semibold">
              {building.lists.length} of {mostLists} chosen
            </span>
          </>
        ) : (
          'A chart for the workshop wall: up to five machines on A3, with pictures, codes and intervals.'
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        {isBuilding ? (
          <>
            <button
              type="button"
              className="button button-strong"
              aria-busy={isSaving || undefined}
              onClick={builder.save}
            >
              {isSaving ? 'Making the PDF…' : wallpaperWords.save}
            </button>
            <button type="button" className="button" onClick={builder.stop}>
              Cancel
            </button>
          </>
        ) : (
          <button type="button" className="button" onClick={builder.begin}>
            {wallpaperWords.create}
          </button>
        )}
      </div>
      {refusal !== '' && <p className="w-full font-semibold text-danger">{refusal}</p>}
    </section>
  )
}

/** Puts one list in or takes it out. Only while a wallpaper is being built (specification §4). */
export function WallpaperToggle({ builder, list, name }: { builder: Builder; list: number; name: string }) {
  const { building } = builder
  if (building.mode !== 'build') return null
  const isIn = building.lists.includes(list)
  return (
    <button
      type="button"
      className={`button min-w-32 px-3 ${isIn ? 'bg-wash' : ''}`}
      onClick={() => builder.toggle(list)}
    >
      {isIn ? wallpaperWords.remove : wallpaperWords.add}
      <span className="sr-only"> {name}</span>
    </button>
  )
}
