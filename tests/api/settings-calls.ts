import type { TestVisitor } from '../support/test-visitor.ts'

export interface SettingsReply {
  success: boolean
  message: string
  errors: Record<string, string>
}

const getSeen = async (manager: TestVisitor, part: string): Promise<string> =>
  /name="seen" value="(\d+)"/.exec((await manager.getPage(`/admin/settings/${part}`)).text)![1]!

/** Sends a part of the settings as its page has just been displayed. */
export async function saveSettings(
  manager: TestVisitor,
  part: string,
  fields: Record<string, string>,
): Promise<SettingsReply> {
  const seen = await getSeen(manager, part)
  return (await manager.post<SettingsReply>(`/admin/settings/${part}`, { seen, ...fields })).body
}

/** Undoes the change that the page of a part lists first. */
export async function undoLatest(manager: TestVisitor, part: string): Promise<SettingsReply> {
  const { text } = await manager.getPage(`/admin/settings/${part}`)
  const change = /name="change" value="(\d+)"/.exec(text)![1]
  const body = { seen: await getSeen(manager, part), change }
  return (await manager.post<SettingsReply>(`/admin/settings/${part}/undo`, body)).body
}
