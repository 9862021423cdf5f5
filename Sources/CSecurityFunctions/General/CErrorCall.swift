import CSecurity
import Foundation
import KeychainModel
import Security

/// The pointer through which a C program receives an error.
typealias ErrorPointer = UnsafeMutablePointer<UnsafeRawPointer?>

enum CErrorCall {
  /// Runs a Swift function that can report an error, and stores the error in `place` for the C program.
  static func run<Result>(
    _ place: ErrorPointer?, _ body: (UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Result
  ) -> Result {
    CCall.run {
      guard let place else { return body(nil) }
      var error: Unmanaged<CFError>?
      let result = body(&error)
      if let error { place.pointee = CFOutput.error(error.takeRetainedValue()) }
      return result
    }
  }

  /// Stores an error with the reason that an argument is missing or has a wrong type.
  static func refuse(
    _ argument: StaticString, _ place: UnsafeMutablePointer<Unmanaged<CFError>?>?
  ) {
    let failure = Failure(
      status: errSecParam, cause: .invalidArgument,
      reason: "\(argument): missing, or of a wrong type")
    LastFailure.note(failure)
    guard let place else { return }
    place.pointee = .passRetained(NSError(failure, description: failure.reason))
  }
}
