import Foundation
import Security

/// A process that measures a few operations of one store on request. So stores of different sizes can be measured in
/// turns.
enum Pulse {
  /// The results of one turn: medians in microseconds.
  struct Beat: Codable {
    var keychain: [MeasuredOperation: Double] = [:]
    var floor: [MeasuredOperation: Double] = [:]
  }

  /// The operations that are compared between stores.
  static let operations = searches + [.add, .update, .delete]
  static let searches: [MeasuredOperation] = [.findData, .findAttributes, .miss]

  /// Answers each line on standard input with one line of JSON.
  static func answer(_ store: StoreFolder) {
    var turn = PulseTurn(store)
    while readLine() != nil { JSON.printLine(turn.run()) }
  }
}
