/** How much of a line is read: what a longer one says further on is no statement of a tool. */
export const readLength = 500

/** What says that all is well, though it names an error: a passed test, a count of none, a file whose name holds the word. */
const well =
  /^\s*(?:✔|✓|√|✅|PASS(?:ED)?\b|ok \d|ok\s+\S+\s+[\d.]+s|--- PASS|=== (?:RUN|PAUSE|CONT|NAME)|\[\s*(?:OK|RUN|PASSED)\s*\])|\b(?:0|no) (?:\w+ )?(?:errors?|failures?|failed|fail|vulnerabilities|problems|issues|warnings?)\b(?!.*\b[1-9]\d* (?:errors?|fail))|\b(?:errors?|failures?|failed|fail)[:=] ?0\b(?!.*(?:errors?|failures?|failed)[:=] ?[1-9])|(?:PASSED|\bok|\bOK|\.\.\. ?passed)(?:\s+\[ *\d+%\])?\s*$|^\s*(?:Compiling|Downloading|Downloaded|Checking|Installing|Collecting|Fetching|Unpacking|Setting up|Preparing|Selecting|Get:\d+|Receiving|Resolving|Building wheel|Requirement already)\b/u

const warns =
  /^\s*(?:[^\w\s]{1,3}\s*)?\[?(?:npm )?(?:warn(?:ing)?|notice|note|hint|help|info|debug|deprecat\w+)\b|^\S+:\d+(?::\d+)?: (?:warning|note):|^##\[(?:warning|notice|debug)\]|\blevel=(?:info|warn|debug)\b|"level": ?"(?:info|warn|debug)"|^\s+\d+:\d+\s+warning\s|^\S* ?(?:\[|\b)(?:INFO|DEBUG|WARN(?:ING)?|TRACE)\b/i

// What a container build, a compose file or a task runner puts before each line of a tool.
const prefix =
  /^(?:#\d+ (?:\d+\.\d+ )?(?=\S)|[A-Za-z][\w.-]{0,40}\s{0,20}\| |(?:@?[\w./-]{1,60}):(?:test|build|lint|check|typecheck|compile|dev)\S{0,20}: |\[\d\d:\d\d:\d\d[\d.]*\] |\d\d:\d\d:\d\d(?:[.,]\d+)? )/

/** A line without what a container build (`#12 0.345 `), compose (`web-1 | `) or a task runner (`app:test: `) puts before a tool's own words. */
export const toolLine = (line: string): string => line.replace(prefix, "")

/** Whether a line says that all is well, so that it explains nothing whatever its words. */
export const isWell = (line: string): boolean => well.test(toolLine(line.slice(0, readLength)))

/** Whether a line is a warning or less. */
export const isWarning = (line: string): boolean => warns.test(toolLine(line.slice(0, readLength)))
