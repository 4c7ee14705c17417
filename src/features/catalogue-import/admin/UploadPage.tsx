import { StandaloneLink, SubmitButton } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ConfirmField, FileField } from '../../../ui/forms/FormFields.tsx'
import { FormResult } from '../../../ui/forms/FormResult.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame, useStaffRight } from '../../back-office/AdminFrame.tsx'
import { importsUrl, uploadUrl } from '../uploads/runs.ts'

interface UploadPageProps {
  requestKey: string
  /** The names of the files that an import reads. */
  files: readonly string[]
  /** 'files' → message. */
  errors: Record<string, string>
}

/** Where files are uploaded, and where what the shop has is downloaded as the same files. */
export function UploadPage({ requestKey, files, errors }: UploadPageProps) {
  const isManager = useStaffRight('manager')
  return (
    <AdminFrame current="imports" title="Upload or download files">
      <FormResult notice={null} errors={errors} />
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <Card id="upload" heading="Upload">
          <p className="mt-2">
            CSV files with the names on this page, their pictures, or a ZIP file of them: 64 MB at most.
            Nothing changes before you have seen what would.
          </p>
          <form method="post" action={uploadUrl} encType="multipart/form-data" className="mt-3">
            <input type="hidden" name="request_key" value={requestKey} />
            <FileField
              id="files"
              name="files"
              label="Files"
              multiple
              accept=".csv,.zip,.jpg,.jpeg,.png,.webp,.avif,.gif"
              error={errors.files}
            />
            <ConfirmField
              id="replace"
              name="replace"
              label="The files are complete: what they do not list goes, and products are taken off sale"
              error={undefined}
            />
            <SubmitButton className="mt-4 button-strong">Check the files</SubmitButton>
          </form>
        </Card>
        <Card id="download" heading="Download what the shop has">
          <p className="mt-2">
            Uploaded again, these files change nothing. Change them in a spreadsheet, and save them as “CSV
            UTF-8”.
          </p>
          <ul className="mt-3">
            {files
              .filter(file => isManager || file !== 'prices.csv')
              .map(file => (
                <li key={file} className="flex flex-wrap gap-x-6">
                  <StandaloneLink href={`${importsUrl}/export/${file}`}>{file}</StandaloneLink>
                  <StandaloneLink href={`${importsUrl}/template/${file}`}>An empty one</StandaloneLink>
                </li>
              ))}
          </ul>
          <p>
            <StandaloneLink href={`${importsUrl}/template/COLUMNS.txt`}>What the columns mean</StandaloneLink>
          </p>
        </Card>
      </div>
      <p className="mt-4">
        <StandaloneLink href={importsUrl}>All imports</StandaloneLink>
      </p>
    </AdminFrame>
  )
}

export const uploadPage = definePage('features/catalogue-import/admin/UploadPage', UploadPage)
