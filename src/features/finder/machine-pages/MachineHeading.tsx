/** The machine's name beside a drawing of its kind. */
export function MachineHeading({ image, title, kind }: { image: string; title: string; kind: string }) {
  return (
    <div className="mt-2 flex items-center gap-4 sm:gap-6">
      <img
        src={image}
        alt=""
        width={128}
        height={96}
        className="h-18 w-24 shrink-0 rounded border border-rule bg-white sm:h-24 sm:w-32"
      />
      <div>
        <h1 className="text-2xl">{title}</h1>
        <p className="text-steel">{kind}</p>
      </div>
    </div>
  )
}
