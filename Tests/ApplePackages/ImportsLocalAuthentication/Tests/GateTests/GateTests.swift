import LocalAuthentication
import XCTest

@testable import Gate

final class StubContext: LAContext {
  var answer: Result<Void, LAError> = .success(())

  override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool { true }

  override func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping (Bool, Error?) -> Void
  ) {
    switch answer {
    case .success: reply(true, nil)
    case .failure(let error): reply(false, error)
    }
  }
}

final class GateTests: XCTestCase {
  func testGateOpensAsTheContextSays() {
    let context = StubContext()
    let gate = Gate(context: context)
    let opened = expectation(description: "opened")
    gate.open { result in
      if case .success = result { opened.fulfill() }
    }
    context.answer = .failure(LAError(.userCancel))
    let refused = expectation(description: "refused")
    gate.open { result in
      if case .failure(.cancelled) = result { refused.fulfill() }
    }
    wait(for: [opened, refused], timeout: 5)
  }

  func testNobodyIsAskedWithoutAPasscode() {
    let gate = Gate()
    XCTAssertFalse(gate.canOpen)
    let refused = expectation(description: "refused")
    gate.open { result in
      if case .failure(.noPasscode) = result { refused.fulfill() }
    }
    wait(for: [refused], timeout: 5)
  }

  func testSecretOpensWithItsPassword() {
    let context = LAContext()
    XCTAssertTrue(context.setCredential(Data("pass".utf8), type: .applicationPassword))
    XCTAssertEqual(Gate(context: context).keep(Data("geheim".utf8), as: "anna"), errSecSuccess)
    XCTAssertEqual(Gate(context: context).secret("anna").0, Data("geheim".utf8))
    let without = Gate().secret("anna")
    XCTAssertNil(without.0)
    XCTAssertEqual(without.1, errSecInteractionNotAllowed)
  }
}
