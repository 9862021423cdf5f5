import Foundation
import LockTestSupport
import Security
import Testing

/// Tests creation and modification dates (specification: secitem 9).
@Suite("Dates") struct DateTests {
  private func dates(_ keychain: TestKeychain, _ query: Query) -> (created: Date?, modified: Date?) {
    let found = keychain.attributes(query)
    return (
      found[kSecAttrCreationDate] as? Date, found[kSecAttrModificationDate] as? Date
    )
  }

  @Test("An add sets both dates to now, and ignores given dates") func add() throws {
    let clock = TestKeychainClock(1234.5678)
    let keychain = try TestKeychain(clock: clock)
    let given: Query = [
      kSecAttrCreationDate: Date.distantPast, kSecAttrModificationDate: Date.distantFuture,
    ]
    let added = keychain.add(.generic("s") + given + [kSecReturnAttributes: true])
    #expect(added[kSecAttrCreationDate] as? Date == clock.date)
    #expect(added[kSecAttrModificationDate] as? Date == clock.date)
    #expect(dates(keychain, .generic()) == (clock.date, clock.date))
  }

  @Test("A creation or modification date of another type gives -50") func types() throws {
    let keychain = try TestKeychain()
    for name in [kSecAttrCreationDate, kSecAttrModificationDate] {
      #expect(keychain.add(.generic("s") + [name: "now"]).status == param)
      #expect(keychain.update(.generic("s"), [name: 5]) == param)
    }
  }

  @Test("An update sets the modification date to now, and keeps the creation date") func update()
    throws
  {
    let clock = TestKeychainClock()
    let keychain = try TestKeychain(clock: clock)
    #expect(keychain.add(.generic("s")).status == ok)
    let created = clock.date
    clock.advance(60)
    #expect(keychain.update(.generic("s"), [kSecAttrComment: "c"]) == ok)
    #expect(dates(keychain, .generic()) == (created, clock.date))
    clock.advance(60)
    #expect(
      keychain.update(.generic("s"), [kSecAttrModificationDate: Date.distantPast]) == ok)
    #expect(dates(keychain, .generic()) == (created, clock.date))
  }

  @Test("An update can set the creation date to any date") func creationDate() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let all: [Date] = [
      .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0),
      Date(timeIntervalSinceReferenceDate: -0.25), Date(timeIntervalSinceReferenceDate: 1e-9),
      Date(timeIntervalSinceReferenceDate: 1e300),
      Date(timeIntervalSinceReferenceDate: .infinity),
    ]
    for date in all {
      #expect(keychain.update(.generic("s"), [kSecAttrCreationDate: date]) == ok)
      #expect(dates(keychain, .generic()).created == date)
      #expect(keychain.find(.generic() + [kSecAttrCreationDate: date]).status == ok)
    }
    let none = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(keychain.update(.generic("s"), [kSecAttrCreationDate: none]) == ok)
    #expect(dates(keychain, .generic()).created?.timeIntervalSinceReferenceDate.isNaN == true)
  }

  @Test("Modification dates strictly increase, even if the clock stops or goes back") func increase() throws {
    let clock = TestKeychainClock()
    let keychain = try TestKeychain(clock: clock)
    #expect(keychain.add(.generic("s")).status == ok)
    var last = clock.date
    for step in [0, 0, 0.0005, -1000, 0, 5000, 0] {
      clock.advance(step)
      #expect(keychain.update(.generic("s"), [:]) == ok)
      let modified = try #require(dates(keychain, .generic()).modified)
      #expect(modified > last)
      #expect(modified >= clock.date)
      last = modified
    }
    #expect(abs(last.timeIntervalSince(clock.date) - 0.001) < 1e-5)
  }

  @Test("An empty update sets a new modification date") func emptyUpdate() throws {
    let clock = TestKeychainClock()
    let keychain = try TestKeychain(clock: clock)
    #expect(keychain.add(.generic("s").secret("x") + [kSecAttrLabel: "l"]).status == ok)
    let before = keychain.attributes(.generic())
    clock.advance(1)
    #expect(keychain.update(.generic("s"), [:]) == ok)
    let after = keychain.attributes(.generic())
    #expect(after[kSecAttrModificationDate] as? Date == clock.date)
    for key in ["acct", "svce", "labl", "cdat", "agrp", "pdmn"] {
      #expect(before[key] as? NSObject == after[key] as? NSObject)
    }
    #expect(keychain.secret(.generic()) == "x")
  }

  @Test("Reading changes no date") func reading() throws {
    let clock = TestKeychainClock()
    let keychain = try TestKeychain(clock: clock)
    #expect(keychain.add(.generic("s").secret("x")).status == ok)
    let before = dates(keychain, .generic())
    clock.advance(100)
    #expect(keychain.secret(.generic()) == "x")
    #expect(keychain.reference(.generic()).count == 20)
    #expect(dates(keychain, .generic()) == before)
  }

  @Test("A search by date compares fractions of a second") func search() throws {
    let clock = TestKeychainClock(700_000_000.123456)
    let keychain = try TestKeychain(clock: clock)
    #expect(keychain.add(.generic("s")).status == ok)
    for name in [kSecAttrCreationDate, kSecAttrModificationDate] {
      #expect(keychain.find(.generic() + [name: clock.date]).status == ok)
      #expect(keychain.find(.generic() + [name: clock.date + 0.001]).status == notFound)
    }
  }

  @Test("Dates come from the clock of the system") func systemClock() throws {
    let keychain = try TestKeychain()
    let before = Date()
    #expect(keychain.add(.generic("s")).status == ok)
    let created = try #require(dates(keychain, .generic()).created)
    #expect(created.timeIntervalSince(before) > -0.001)
    #expect(created.timeIntervalSince(Date()) < 0.001)
  }
}
