// Distances of many bodies at once; the reference is rvs/study/collider.py.
#pragma once

#include <cstdint>
#include <vector>

#include "distances/convex.h"

namespace rvs {
namespace space {

/// How two pieces or bodies lie: distance 0 where they meet, and how deep.
struct Measured {
  double distance, depth;
  Vec a, b;

  double signed_distance() const { return distance - depth; }
};

struct Piece {
  std::size_t start, count;  // of its points, padded to whole blocks
  double radius;
  Box box;
};

/// A box about pieces: two smaller ones, or one piece.
struct Node {
  Box box;
  int left, right, piece;
};

/// A closed surface: nine numbers a triangle.
struct Shell {
  std::vector<double> triangles;
  Box box;
};

struct Body {
  std::vector<Node> nodes;  // the first is the root; none for a body without pieces
  std::vector<std::size_t> pieces;
  std::vector<Shell> shells;
  std::vector<Vec> probes;
  bool ground = false;
};

/// What is asked of `Collider::measure`.
struct Question {
  const double* poses;         // 16 numbers a body
  const std::int64_t* pairs;   // two bodies each
  std::size_t count;           // of the pairs
  double margin;
  bool nearest, deep;
};

/// A pair that is near.
struct Answer {
  std::size_t pair;
  Measured measured;
};

class Collider {
 public:
  std::vector<Body> bodies;

  /// Take a piece of a body.
  void add_piece(Body& body, const double* points, std::size_t count, double radius);
  /// Take a closed surface of a body.
  void add_shell(Body& body, const double* triangles, std::size_t count);
  /// Sort the pieces of all bodies into boxes.
  void finish();
  std::vector<Answer> measure(const Question& question) const;

 private:
  std::vector<Piece> pieces_;
  std::vector<double> x_, y_, z_;

  int split(Body& body, std::vector<std::size_t>& order, std::size_t from, std::size_t to);
  Hull hull(const Piece& piece) const;
  bool apart(const Piece& a, const Piece& b, const Motion& motion, double limit,
             Measured& found) const;
  bool pieces_apart(const Body& a, const Body& b, const Motion& motion, double limit, bool deep,
                    Measured& best) const;
  bool to_ground(const Body& body, const Motion& motion, Measured& found) const;
  bool measured(const Body& a, const Body& b, const Motion& at_a, const Motion& at_b,
                double limit, bool deep, Measured& found) const;
};

}  // namespace space
}  // namespace rvs
