import Foundation
import Security

/// Ends the program: what it would go on to measure would mean nothing.
func fail(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("bench: \(reason)\n".utf8))
  exit(1)
}

/// Ends the program when a call has another status than expected.
func require(
  _ status: OSStatus, _ expected: OSStatus = 0, file: StaticString = #fileID, line: UInt = #line
) {
  if status != expected { fail("status \(status) at \(file):\(line)") }
}

/// Says on standard error what is being done: standard output is the report's.
func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
