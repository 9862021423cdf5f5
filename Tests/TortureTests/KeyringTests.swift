import TestSupport
import Testing
import TortureScript

/// Containers whose kernel refuses keyrings: nothing needs them.
@Suite struct KeyringTests {
  @Test func everythingWorksWithoutKeyrings() throws {
    let store = try Store()
    let child = try Child("commands", store.folder.path)
    #expect(child.ask("no-keyrings") == Simple.Answer(0))
    #expect(child.ask("keyring").status == 1)  // EPERM
    #expect(child.ask("add item 100") == Simple.Answer(0))
    #expect(child.ask("find item") == Simple.Answer(0, "100"))
    #expect(child.ask("update item 70000") == Simple.Answer(0))
    #expect(child.ask("reopen").status == 0)
    #expect(child.ask("find item") == Simple.Answer(0, "70000"))
    #expect(child.ask("verify") == Simple.Answer(0))
    #expect(child.ask("delete item") == Simple.Answer(0))
    #expect(child.ask("count") == Simple.Answer(0, "0"))
  }
}
