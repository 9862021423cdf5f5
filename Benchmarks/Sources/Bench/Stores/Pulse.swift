import Foundation
import Security

/// The job `pulse` of a process. On request, the process measures a few operations of one store. Several such processes
/// measure stores of different sizes alternately.
enum Pulse {
  /// The results of one turn: the medians in microseconds.
  struct Beat: Codable {
    var keychain: [MeasuredOperation: Double] = [:]
    var floor: [MeasuredOperation: Double] = [:]
  }

  /// The operations that are compared between stores.
  static let operations = searches + [.add, .update, .delete]
  static let searches: [MeasuredOperation] = [.findData, .findAttributes, .miss]

  /// Measures one turn for each line on standard input, and prints the results as one line of JSON.
  static func answer(_ store: StoreFolder) {
    var turn = PulseTurn(store)
    while readLine() != nil { JSON.printLine(turn.run()) }
  }
}
