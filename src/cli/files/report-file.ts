import { join } from "node:path";
import type { Settings } from "../../config.ts";
import { letterheadOf, type ReportFormat, reportFiles } from "../../desk/files/report-files.ts";
import { partiesOf } from "../../report/documents/order-terms.ts";
import type { Report } from "../../report/report.ts";
import { writeFile } from "./write-file.ts";

/**
 * Writes a campaign's report into `folder` (or to `output`) in each of the formats and returns the files' paths, in order.
 * What somebody asked for by its path may be read as the files of whoever runs this usually may. Throws as `writeFile` does.
 */
export async function writeReport(
  campaign: string,
  report: Report,
  where: {
    readonly home: string;
    readonly settings: Settings;
    /** In the home folder unless somebody names another. */
    readonly folder?: string;
    readonly formats: readonly ReportFormat[];
    readonly output?: string;
  },
): Promise<string[]> {
  const { home, settings, folder, formats, output } = where;
  const letterhead = await letterheadOf({ settings, home });
  const [agency] = partiesOf(letterhead, undefined, []);
  const isNamed = letterhead.terms?.parties?.[agency?.key ?? ""]?.name ?? letterhead.operator;
  if (isNamed === undefined && formats.some((format) => format.startsWith("io")))
    process.stderr.write(
      "the insertion orders name no buyer: set operator, your agency's domain, before you send them to anybody\n",
    );
  const paths: string[] = [];
  for (const format of formats)
    for (const { name, extension, content } of await reportFiles(report, format, letterhead)) {
      const path = withName(
        output ?? join(folder ?? join(home, "reports"), `${campaign}.${extension}`),
        name,
      );
      writeFile(path, content, { isWanted: (output ?? folder) !== undefined });
      paths.push(path);
    }
  return paths;
}

/** `report.csv` as `report.offers.csv`. */
function withName(path: string, name: string | undefined): string {
  if (name === undefined) return path;
  const end = /\.[^./\\]+$/.exec(path)?.index ?? path.length;
  return `${path.slice(0, end)}.${name}${path.slice(end)}`;
}
