import Foundation
import Security

/// Ends the program with an error message, because further measurements would be meaningless.
func fail(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("bench: \(reason)\n".utf8))
  exit(1)
}

/// Ends the program if a call has not returned the expected status.
func require(
  _ status: OSStatus, _ expected: OSStatus = 0, file: StaticString = #fileID, line: UInt = #line
) {
  if status != expected { fail("status \(status) at \(file):\(line)") }
}

/// Writes a progress message to standard error. Standard output contains only the report.
func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
