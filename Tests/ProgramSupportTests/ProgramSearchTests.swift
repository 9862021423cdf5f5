import Glibc
import TestSupport
import Testing

@testable import ProgramSupport

/// Searches for programs in the folders of PATH.
@Suite struct ProgramSearchTests {
  @Test func programsAreFoundInAbsoluteFoldersAlone() throws {
    let folder = try TemporaryDirectory()
    mkdir(folder("folder"), 0o700)
    for name in ["tool", "file", "folder/tool"] { try folder.write([], to: name) }
    mkdir(folder("directory"), 0o700)
    chmod(folder("tool"), 0o700)
    chmod(folder("folder/tool"), 0o700)
    let here = folder.path
    func find(_ name: String, _ path: String) -> String? {
      ProgramSearch.path(of: name, in: path).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(find("tool", "/nonexistent:\(here):\(here)/folder") == "\(here)/tool")
    #expect(find("tool", "\(here)/folder:\(here)") == "\(here)/folder/tool")
    #expect(find("file", here) == nil)
    #expect(find("directory", here) == nil)
    for path in ["", ":", ".", "..:bin", "::"] { #expect(find("sh", path) == nil) }
    #expect(ProgramSearch.path(of: "sh") != nil)
  }
}
