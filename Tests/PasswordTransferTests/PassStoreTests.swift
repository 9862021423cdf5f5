import Glibc
import TestSupport
import Testing

@testable import PasswordTransfer

@Suite struct PassStoreTests {
  @Test func entriesAreTheFilesInOrderAndLinksDoNotGoRound() throws {
    let folder = try TemporaryDirectory()
    for name in ["b", "a", ".git"] { mkdir(folder(name), 0o700) }
    for name in [
      "b/2.gpg", "b/1.gpg", "a/x.gpg", "top.gpg", ".hidden.gpg", ".git/y.gpg", "note.txt",
    ] {
      try folder.write([], to: name)
    }
    symlink("..", folder("a/up"))
    symlink("../b", folder("a/side"))
    symlink(".", folder("again"))
    let entries = try PassStore(path: Array(folder.path.utf8)).entries()
    #expect(entries.map(text) == ["a/side/1", "a/side/2", "a/x", "b/1", "b/2", "top"])
  }

  @Test(arguments: [
    ("secret", "secret", ""), ("secret\n", "secret", ""),
    ("secret\r\nurl: x\r\n", "secret", "url: x\r"),
    ("se\rcret\n", "se\rcret", ""), ("secret\r", "secret\r", ""),
  ]) func endOfTheFirstLineIsNoPartOfTheSecret(content: String, secret: String, rest: String) {
    let entry = PassEntry(name: [], content: Array(content.utf8))
    #expect(entry.secret == Array(secret.utf8))
    #expect(entry.rest == Array(rest.utf8))
  }
}
